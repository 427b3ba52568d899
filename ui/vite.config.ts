import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Serves the gallery of components in development: `npx vite ui`, then `/gallery.html`. */
export default defineConfig({ root: import.meta.dirname, plugins: [react()] });
