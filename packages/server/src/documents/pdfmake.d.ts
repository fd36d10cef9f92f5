// The part of the PDF library that is used here. Its published types would bring browser types into the server, where
// the same names mean other things.

declare module 'pdfmake/js/index.js' {
  export interface Style {
    readonly alignment?: 'left' | 'right'
    readonly bold?: boolean
    readonly color?: string
    readonly font?: string
    readonly fontSize?: number
    readonly lineHeight?: number
    readonly margin?: readonly [left: number, top: number, right: number, bottom: number]
    readonly noWrap?: boolean
    readonly width?: number
    readonly wordBreak?: 'break-all'
  }

  export interface TableLayout {
    readonly hLineColor?: (line: number) => string
    readonly hLineWidth: (line: number) => number
    readonly vLineWidth: () => number
    readonly paddingLeft: (column: number) => number
    readonly paddingRight: () => number
    readonly paddingTop: () => number
    readonly paddingBottom: () => number
  }

  interface Table {
    readonly body: readonly (readonly Content[])[]
    readonly dontBreakRows?: boolean
    readonly headerRows?: number
    readonly keepWithHeaderRows?: number
    readonly widths: readonly ('*' | 'auto' | number)[]
  }

  export type Content =
    | ''
    | (Style & { readonly text: string })
    | (Style & { readonly stack: readonly Content[] })
    | (Style & { readonly columns: readonly Content[] })
    | (Style & { readonly image: string; readonly fit: readonly [width: number, height: number] })
    | (Style & { readonly svg: string; readonly fit: readonly [width: number, height: number] })
    | (Style & { readonly table: Table; readonly layout: TableLayout })

  export interface Definition {
    readonly content: readonly Content[]
    readonly defaultStyle: Style
    readonly displayTitle?: boolean
    readonly footer?: (page: number, pages: number) => Content
    readonly header?: (page: number) => Content | null
    readonly info?: Readonly<Record<'title' | 'creator' | 'producer', string>> & { readonly creationDate: Date }
    readonly language?: string
    readonly pageMargins?: readonly [left: number, top: number, right: number, bottom: number]
    readonly pageOrientation?: 'portrait' | 'landscape'
    readonly pageSize?: string
  }

  export interface SignsOfFont {
    hasGlyphForCodePoint(codePoint: number): boolean
  }

  export interface PdfDocument {
    provideFont(family: string, isBold: boolean, isItalic: boolean): { readonly font: SignsOfFont }
    on(event: 'data', listener: (chunk: Uint8Array) => void): void
    once(event: 'end', listener: () => void): void
    once(event: 'error', listener: (cause: unknown) => void): void
    end(): void
  }

  interface Library {
    createPdf(definition: Definition): { getStream(): Promise<PdfDocument> }
    setFonts(
      fonts: Readonly<Record<string, Readonly<Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>>>,
    ): void
    setLocalAccessPolicy(mayRead: (path: string) => boolean): void
    setUrlAccessPolicy(mayFetch: (url: string) => boolean): void
  }

  const library: Library
  export default library
}
