// A template → its text, with each placeholder replaced by its words.

import type { Template } from '@ninefold/core/model/outside/messages.ts'

export function filled({ parts }: Template, words: readonly string[]): string {
  let next = 0
  return parts.map((part) => (part.kind === 'text' ? part.text : (words[next++] ?? ''))).join('')
}
