// Virtual modules of the build (vite.config.ts).

declare module 'virtual:theme.css'

/** The used part of the viewer, which has no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export default function SwaggerUI(options: {
    readonly url: string
    readonly domNode: HTMLElement
    readonly deepLinking: boolean
    readonly defaultModelsExpandDepth: number
    readonly syntaxHighlight: { readonly activated: boolean }
    readonly tryItOutEnabled: boolean
    readonly withCredentials: boolean
  }): void
}
