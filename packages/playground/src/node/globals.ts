// The globals of Node that programs use without naming a module. Imported before all else.

import './timers.ts'
import { Buffer } from './buffer.ts'
import process from './process.ts'

Object.assign(globalThis, { Buffer, process, global: globalThis })
// Not every browser has it.
;(Error as { captureStackTrace?: unknown }).captureStackTrace ??= () => {}
