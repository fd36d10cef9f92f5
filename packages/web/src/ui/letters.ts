// The letters of every page. They come when there is something to read, which until then stands in others that are as wide.

import '@fontsource-variable/inter/wght.css'
