// The ways in which `ninefold check` can say what it found.

export const CHECK_FORMATS = ['text', 'json', 'github', 'sarif'] as const

export type CheckFormat = (typeof CHECK_FORMATS)[number]
