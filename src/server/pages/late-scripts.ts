const preload = /<link rel="modulepreload"/g
const entry = /<script type="module"(?= async="" src="\/assets\/)/

/**
 * Delays the scripts of a rendered page until its first paint, or the first click, key press or focus, because the page
 * is complete without them. Until then, their tags have a `rel` or `type` that browsers don't know. `startScripts`
 * restores it before React compares the tags with its own.
 */
export function loadScriptsLate(html: string): string {
  if (!entry.test(html)) return html
  return html
    .replace(preload, '<link rel="late-module"')
    .replace(entry, '<script type="late-module"')
    .replace('</body>', () => `${inlineScript}</body>`)
}

/**
 * This function runs in the browser from its source text, so it uses nothing from outside and has no comments, which
 * would be sent too. It replaces the script element, because browsers don't run an element whose `type` has changed.
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
  requestAnimationFrame(() => setTimeout(start))
}

/**
 * Runs in the browser like `startScripts`. Until the page's scripts listen for the key `/` (single-keys.ts), moves the
 * focus to the search field, or to an input that holds what is typed until openSearch (open-search.ts) passes it on.
 */
function holdEarlyTyping() {
  window.onkeydown = (event) => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey
    if (event.key !== '/' || isModified || event.target !== document.body) return
    let choice = null
    try {
      choice = localStorage.getItem('singleKeys')
    } catch {
      choice = null
    }
    if (choice === 'off') return
    event.preventDefault()
    let field = document.querySelector<HTMLInputElement>('[data-key=search]')
    if (!field?.checkVisibility()) {
      field = document.createElement('input')
      field.className = 'sr-only'
      field.ariaLabel = 'Search'
      field.setAttribute('data-held-typing', '')
      document.body.append(field)
    }
    field.focus()
  }
}

const inlineCode = [startScripts, holdEarlyTyping].map((run) => `(${run.toString().replace(/\n\s+/g, '\n')})()`)
const inlineScript = `<script>${inlineCode.join(';')}</script>`
