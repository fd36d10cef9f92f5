// The output formats of `ninefold check`.

export const CHECK_FORMATS = ['text', 'json', 'github', 'sarif'] as const

export type CheckFormat = (typeof CHECK_FORMATS)[number]
