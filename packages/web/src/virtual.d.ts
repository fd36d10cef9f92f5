// Modules that the build makes (vite.config.ts).

declare module 'virtual:theme.css'

/** As much of the viewer as is used; it brings no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export default function SwaggerUI(options: {
    readonly url: string
    readonly domNode: HTMLElement
    readonly deepLinking: boolean
    readonly defaultModelsExpandDepth: number
    readonly tryItOutEnabled: boolean
    readonly withCredentials: boolean
  }): void
}
