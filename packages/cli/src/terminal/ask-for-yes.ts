// A question → whether somebody at a terminal types yes to it; null: there is nobody.

import { createInterface } from 'node:readline/promises'

export async function askForYes(question: string): Promise<boolean | null> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return null
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(`Type yes and press Enter to ${question}: `)
  lines.close()
  return answer.trim().toLowerCase() === 'yes'
}
