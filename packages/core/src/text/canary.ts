// Core is pure: no I/O, no Node, no DOM. The compiler settings say so, and this file notices when a
// dependency's types reopen the door: the expected error would be gone.

// @ts-expect-error `process` must not exist in core.
type Process = typeof process
// @ts-expect-error `window` must not exist in core.
type Window = typeof window
// @ts-expect-error `console` must not exist in core.
type Console = typeof console

export type Canary = [Process, Window, Console]
