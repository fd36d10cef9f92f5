// Core is pure: no I/O, no Node, no DOM. The compiler settings enforce it, and this file detects when the types of a
// dependency undo that: the expected error would disappear.

// @ts-expect-error `process` must not exist in core.
type Process = typeof process
// @ts-expect-error `window` must not exist in core.
type Window = typeof window
// @ts-expect-error `console` must not exist in core.
type Console = typeof console

export type Canary = [Process, Window, Console]
