// Shows a choice at once, although the address or the server's answer follows a moment later.

import { useState } from 'react'

/** The last choice stands in for `value` until `value` changes. */
export function useAtOnce<Value>(value: Value): readonly [Value, (chosen: Value) => void] {
  const [{ since, now }, set] = useState({ since: value, now: value })
  return [since === value ? now : value, (chosen) => set({ since: value, now: chosen })]
}
