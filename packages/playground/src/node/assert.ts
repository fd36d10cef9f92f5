// node:assert

export class AssertionError extends Error {
  override name = 'AssertionError'
}

function ok(value: unknown, message?: string | Error): asserts value {
  if (!value) throw message instanceof Error ? message : new AssertionError(message ?? 'What must hold does not.')
}

function strictEqual(left: unknown, right: unknown, message?: string): void {
  ok(Object.is(left, right), message)
}

const assert = Object.assign(ok, { ok, strictEqual, equal: strictEqual, AssertionError })
export default assert
export { ok, strictEqual, strictEqual as equal }
// Older CommonJS programs call the module itself.
export { assert as 'module.exports' }
