// The page between sign-in and the application, for users who have not agreed to the present versions of the documents.

import { Anchor, Button, Checkbox, Stack, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import type { TermsWords } from '@ninefold/core/contract/wire/account.ts'
import { agreeTo } from '../../client/terms.ts'
import { useApp } from '../app-context.ts'
import { ProblemAlert, sentenceOf } from '../errors.tsx'
import { useTitle } from '../use-title.ts'
import { words } from '../words/words.ts'
import { Entrance, ENTRANCES, LINK_ENTRANCES } from './entrance.tsx'
import { termsText } from './page-words.ts'
import { useSession } from './use-session.ts'

export function TermsPage({ documents }: { readonly documents: readonly TermsWords[] }) {
  const app = useApp()
  const text = termsText()
  const { pathname, href } = useLocation()
  const { becomeOther, leave } = useSession()
  const [agreed, setAgreed] = useState<readonly string[]>([])
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useTitle(text.title)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (documents.some(({ name }) => !agreed.includes(name))) return
    setBusy(true)
    setProblem(null)
    const isEntrance = ENTRANCES.includes(pathname) || LINK_ENTRANCES.includes(pathname)
    agreeTo(documents)
      .then(() => becomeOther(isEntrance && !href.includes('?') ? '/' : href))
      .catch((thrown: unknown) => setProblem(sentenceOf(thrown)))
      .finally(() => setBusy(false))
  }
  const toggle = (name: string, isAgreed: boolean): void =>
    setAgreed(isAgreed ? [...agreed, name] : agreed.filter((each) => each !== name))
  return (
    <Entrance app={app} title={text.title} note={text.note(app.name)}>
      <form onSubmit={send} aria-label={text.title}>
        <Stack gap="md">
          <ProblemAlert items={problem === null ? [] : [{ message: problem }]} />
          {documents.map(({ name, version, address }) => (
            <div key={name}>
              <Checkbox
                label={text.agree(name)}
                checked={agreed.includes(name)}
                onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
                error={isTried && !agreed.includes(name) && text.missing}
              />
              <Text size="sm" c="dimmed" mt={4} ml={32}>
                <Anchor href={address} target="_blank" rel="noopener noreferrer" underline="always" fz="sm">
                  {text.read(name)}
                </Anchor>{' '}
                · {text.version(version)}
              </Text>
            </div>
          ))}
          <Button type="submit" fullWidth size="sm" loading={isBusy}>
            {text.go}
          </Button>
          <Text size="sm" c="dimmed">
            <Anchor component="button" type="button" underline="always" fz="sm" onClick={() => void leave('/')}>
              {words.roles.signOut}
            </Anchor>
          </Text>
        </Stack>
      </form>
    </Entrance>
  )
}
