import { DEFAULT_THEME, themeCss, themeTokens } from '@orbita/domain/tenancy';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/base.css';
import '../styles/logo.css';
import GalleryPage from './gallery-page.tsx';

// The server writes the host's theme into its pages; the gallery has no server.
const theme = document.createElement('style');
theme.textContent = themeCss(themeTokens(DEFAULT_THEME.primary, DEFAULT_THEME));
document.head.append(theme);

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <GalleryPage />
    </StrictMode>,
  );
}
