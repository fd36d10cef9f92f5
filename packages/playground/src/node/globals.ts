// The globals of Node that programs use without importing a module. This file is imported before all others.

import './timers.ts'
import { Buffer } from './buffer.ts'
import process from './process.ts'

Object.assign(globalThis, { Buffer, process, global: globalThis })
// Some browsers lack it.
;(Error as { captureStackTrace?: unknown }).captureStackTrace ??= () => {}
