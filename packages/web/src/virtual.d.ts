// Modules that the build makes (vite.config.ts).

declare module 'virtual:theme.css'
