const preload = '<link rel="modulepreload"'
const latePreload = '<link rel="late-module"'
const entry = '<script type="module" async="" src="/assets/'
const entryType = '<script type="module"'
const lateEntryType = '<script type="late-module"'

/**
 * Delays the scripts of a rendered page until its first paint, or the first click, key press or focus, because the page
 * is complete without them. Until then, their tags have a `rel` or `type` that browsers don't know. `startScripts`
 * restores it before React compares the tags with its own. Returns the page as parts to be joined: each joined string
 * would be another copy of the page, which costs a millisecond from 65,536 characters on. `state`: what the scripts start with.
 */
export function loadScriptsLate(html: string, state?: string): string[] {
  const entryStart = html.lastIndexOf(entry)
  if (entryStart < 0) return [html]
  const headEnd = html.indexOf('</head>')
  const bodyEnd = html.lastIndexOf('</body>')
  return [
    html.slice(0, headEnd).replaceAll(preload, latePreload),
    html.slice(headEnd, entryStart),
    lateEntryType,
    html.slice(entryStart + entryType.length, bodyEnd),
    ...(state === undefined ? [] : ['<script id="state" type="application/json">', state, '</script>']),
    inlineScript,
    html.slice(bodyEnd),
  ]
}

/**
 * This function runs in the browser from its source text, so it uses nothing from outside and has no comments, which
 * would be sent too. It replaces the script element, because browsers don't run an element whose `type` has changed. A
 * frame is on the screen later than its callback; a browser that never says when waits three seconds.
 */
function startScripts() {
  const events = ['pointerdown', 'keydown', 'focusin']
  const start = () => {
    for (const event of events) removeEventListener(event, start, true)
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=late-module]')) link.rel = 'modulepreload'
    const late = document.querySelector<HTMLScriptElement>('script[type=late-module]')
    if (!late) return
    const script = document.createElement('script')
    for (const { name, value } of late.attributes) script.setAttribute(name, value)
    script.type = 'module'
    late.replaceWith(script)
  }
  for (const event of events) addEventListener(event, start, true)
  const tellsPaint = window.PerformanceObserver?.supportedEntryTypes?.includes('paint')
  if (tellsPaint)
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) start()
    }).observe({ type: 'paint', buffered: true })
  requestAnimationFrame(() => setTimeout(start, tellsPaint ? 3000 : 0))
}

/**
 * Runs in the browser like `startScripts`. Until the page's scripts listen for `/`, Ctrl+K and ⌘K (open-palette.ts),
 * moves the focus to an input that holds what is typed, and then whether Enter was pressed, until the palette is there.
 */
function holdEarlyTyping() {
  window.onkeydown = (event) => {
    const { key, target, altKey, shiftKey, ctrlKey, metaKey } = event
    const held = document.querySelector<HTMLInputElement>('[data-held-typing]')
    if (held) {
      if (target !== held || key !== 'Enter' || event.isComposing || event.keyCode === 229) return
      held.setAttribute('data-held-typing', 'enter')
      held.readOnly = true
      return
    }
    let choice = null
    try {
      choice = localStorage.getItem('singleKeys')
    } catch {
      choice = null
    }
    const isMac = /^Mac/.test(navigator.platform)
    const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && target === document.body && choice !== 'off'
    const isCommand = (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey
    if (!isSlash && !(isCommand && key.toLowerCase() === 'k')) return
    event.preventDefault()
    const input = document.createElement('input')
    input.className = 'sr-only'
    input.ariaLabel = 'Search'
    input.setAttribute('data-held-typing', '')
    document.body.append(input)
    input.focus()
  }
}

const inlineCode = [startScripts, holdEarlyTyping].map((run) => `(${run.toString().replace(/\n\s+/g, '\n')})()`)
const inlineScript = `<script>${inlineCode.join(';')}</script>`
