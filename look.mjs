import { chromium } from 'playwright-core'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--headless'] })
const shot = async (who, pw, path, name, opts = {}) => {
  const c = await b.newContext({ viewport: opts.phone ? { width: 390, height: 844 } : { width: 1280, height: 800 }, colorScheme: opts.dark ? 'dark' : 'light', baseURL: process.env.BASE ?? 'http://localhost:4400', isMobile: !!opts.phone, hasTouch: !!opts.phone })
  const p = await c.newPage(); p.setDefaultTimeout(60000)
  await p.goto('/')
  const r = await p.request.post('/_ninefold/session', { data: { identifier: who, password: pw } })
  await p.goto(path); await p.waitForTimeout(6000)
  await p.screenshot({ path: `/tmp/shots/${name}.png` })
  console.log(name, r.status(), p.url())
  await c.close()
}
const jobs = JSON.parse(process.argv[2])
for (const j of jobs) await shot(...j)
await b.close()
