// Sets light or dark before the first paint. A file of its own, because the page forbids inline scripts.
;(function () {
  var chosen = null
  try {
    chosen = window.localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage is closed to us: the system decides.
  }
  var isDark = chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
