// The web fonts of every page. They load after the first text is drawn; until then a fallback font of the same width is
// shown.

import '@fontsource-variable/inter/wght.css'
