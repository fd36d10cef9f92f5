// Asks a question and returns whether a person at the terminal types yes. Null: no terminal.

import { createInterface } from 'node:readline/promises'

export async function askForYes(question: string): Promise<boolean | null> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return null
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(`Type yes and press Enter to ${question}: `)
  lines.close()
  return answer.trim().toLowerCase() === 'yes'
}
