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

const inlineScript = `<script>(${startScripts.toString().replace(/\n\s+/g, '\n')})()</script>`
