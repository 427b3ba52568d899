import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/base.css';
import '../styles/logo.css';
import './default-brand.css';
import GalleryPage from './gallery-page.tsx';

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <GalleryPage />
    </StrictMode>,
  );
}
