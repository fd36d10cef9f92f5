// List of keyboard shortcuts, and the switch for single-letter shortcuts.

import { Kbd, Modal, Stack, Switch } from '@mantine/core'
import { Fragment, useState } from 'react'
import { letterKeysAreOn, turnLetterKeys } from '../../../client/input/letter-keys.ts'
import { shortcutText } from '../../words/shortcuts/shortcut-text.ts'
import { words } from '../../words/words.ts'
import styles from './shortcuts.module.css'

/** Alternatives of a shortcut, each a list of keys to press together. */
type Ways = readonly (readonly string[])[]

interface Shortcut {
  readonly does: string
  readonly ways: Ways
}

function shortcuts(): readonly { readonly title: string; readonly all: readonly Shortcut[] }[] {
  const keys = shortcutText()
  const { names } = keys
  return [
    {
      title: keys.anywhere,
      all: [
        {
          does: keys.palette,
          ways: [
            [names.control, 'K'],
            ['⌘', 'K'],
          ],
        },
        { does: keys.help, ways: [['?']] },
        { does: keys.undo, ways: [[names.control, 'Z']] },
      ],
    },
    {
      title: keys.inTables,
      all: [
        { does: keys.intoTable, ways: [[names.tab]] },
        { does: keys.byRow, ways: [[names.down], [names.up], ['J'], ['K']] },
        { does: keys.byColumn, ways: [[names.right], [names.left]] },
        { does: keys.rowEnds, ways: [[names.home], [names.end]] },
        {
          does: keys.tableEnds,
          ways: [
            [names.control, names.home],
            [names.control, names.end],
          ],
        },
        { does: keys.byPage, ways: [[names.pageDown], [names.pageUp]] },
        { does: keys.openRow, ways: [[names.enter]] },
        { does: keys.change, ways: [['F2']] },
        {
          does: keys.arrange,
          ways: [
            [names.alt, names.up],
            [names.alt, names.down],
          ],
        },
        { does: keys.choose, ways: [[names.space], [names.shift, names.space]] },
        { does: keys.chooseAll, ways: [[names.control, 'A']] },
      ],
    },
    {
      title: keys.inCell,
      all: [
        { does: keys.save, ways: [[names.enter]] },
        { does: keys.discard, ways: [[names.escape]] },
      ],
    },
    {
      title: keys.inRows,
      all: [
        { does: keys.addRow, ways: [[names.enter]] },
        {
          does: keys.moveRow,
          ways: [
            [names.alt, names.up],
            [names.alt, names.down],
          ],
        },
        { does: keys.removeRow, ways: [[names.alt, names.delete]] },
      ],
    },
  ]
}

export function Shortcuts({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const keys = shortcutText()
  const [lettersOn, setLettersOn] = useState(letterKeysAreOn)
  return (
    <Modal opened={isOpen} onClose={close} title={keys.title} closeButtonProps={{ 'aria-label': words.close }}>
      <Stack gap="lg">
        {shortcuts().map(({ title, all }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.heading}>{title}</h3>
            <dl className={styles.keys}>
              {all.map(({ does, ways }) => (
                <div key={does} className={styles.line}>
                  <dt>{does}</dt>
                  <dd>
                    {ways.map((way, index) => (
                      <Fragment key={way.join(' ')}>
                        {index > 0 && <span className={styles.or}>{keys.or}</span>}
                        <span className={styles.way}>
                          {way.map((key) => (
                            <Kbd key={key}>{key}</Kbd>
                          ))}
                        </span>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label={keys.letters}
          description={keys.lettersNote}
          checked={lettersOn}
          onChange={({ currentTarget }) => {
            turnLetterKeys(currentTarget.checked)
            setLettersOn(currentTarget.checked)
          }}
        />
      </Stack>
    </Modal>
  )
}
