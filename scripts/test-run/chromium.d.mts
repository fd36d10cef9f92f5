export const HOW_TO_GET_CHROMIUM: string
export function findChromium(): string | null
export function chromiumOrFail(): string
