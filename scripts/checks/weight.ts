// The application's first load is at most 250 kB of compressed JavaScript.

import { join } from 'node:path'
import { report, root } from '../project-files.ts'
import { weightOf } from './web-weight.ts'
import { buildWeb } from '../builds/web-app.mjs'

const BYTES_MAX = 250_000

buildWeb()
const { bytes, files } = weightOf(join(root, 'packages', 'web', 'dist'))
const inWords = files.slice(0, 5).map(({ file, bytes: own }) => `${file} ${own}`)
console.log(`${bytes} bytes in ${files.length} files, the heaviest ${inWords.join(', ')}`)
report(
  'Weight',
  bytes <= BYTES_MAX
    ? []
    : [`The first load is ${bytes} bytes; at most ${BYTES_MAX}. The heaviest: ${inWords.join(', ')}`],
)
