// The product's colours over the default theme.

import DefaultTheme from 'vitepress/theme'
import './site.css'

export default DefaultTheme
