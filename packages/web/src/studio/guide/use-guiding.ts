// The current question: the next open one that was not skipped, or the one that the author selected.

import { useState } from 'react'
import type { QuestionLabel } from '@ninefold/core/model/points.ts'
import { type Document, openDocument } from '@ninefold/core/service/document.ts'
import { questionsInOrder } from '@ninefold/core/suggest/next-question.ts'

export interface Guiding {
  /** Null: there is none left. */
  readonly question: QuestionLabel | null
  readonly skipped: ReadonlySet<QuestionLabel>
  readonly go: (question: QuestionLabel) => void
  /** Leaves the question unanswered, and asks the next one. */
  readonly skip: () => void
  /** Asks the next open one in this text. */
  readonly goOn: (text: string) => void
}

export function useGuiding(document: Document): Guiding {
  const [skipped, setSkipped] = useState<ReadonlySet<QuestionLabel>>(new Set())
  const [question, setQuestion] = useState(() => nextIn(document, new Set()))
  return {
    question,
    skipped,
    go: setQuestion,
    skip: () => {
      if (question === null) return
      const passed = new Set([...skipped, question])
      setSkipped(passed)
      setQuestion(nextIn(document, passed))
    },
    goOn: (text) => setQuestion(nextIn(openDocument(text), skipped)),
  }
}

function nextIn({ compiled }: Document, skipped: ReadonlySet<QuestionLabel>): QuestionLabel | null {
  return questionsInOrder(compiled).find((question) => !skipped.has(question)) ?? null
}
