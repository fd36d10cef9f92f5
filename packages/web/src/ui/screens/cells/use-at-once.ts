// A choice, shown at once: its store, an address or a server's answer, follows a moment later.

import { useState } from 'react'

/** Until `value` is another one, what was chosen last stands for it. */
export function useAtOnce<Value>(value: Value): readonly [Value, (chosen: Value) => void] {
  const [{ since, now }, set] = useState({ since: value, now: value })
  return [since === value ? now : value, (chosen) => set({ since: value, now: chosen })]
}
