const preload = /<link rel="modulepreload"/g
const entry = /<script type="module"(?= async="" src="\/assets\/)/

/**
 * Makes the scripts of a rendered page load after its first paint, or at once when somebody touches the page: it is whole
 * and readable without them. Until then their tags have a rel and a type that browsers ignore. `startScripts` restores
 * both before React compares the tags with its own.
 */
export function loadScriptsLate(html: string): string {
  if (!entry.test(html)) return html
  return html
    .replace(preload, '<link rel="late-module"')
    .replace(entry, '<script type="late-module"')
    .replace('</body>', () => `${starter}</body>`)
}

/**
 * Runs in the browser, so it may use nothing from outside itself, and has no line comments. A script whose type is changed
 * doesn't run; a new one does.
 */
function startScripts() {
  const touches = ['pointerdown', 'keydown', 'focusin']
  const start = () => {
    for (const touch of touches) removeEventListener(touch, start, true)
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=late-module]')) link.rel = 'modulepreload'
    const late = document.querySelector<HTMLScriptElement>('script[type=late-module]')
    if (!late) return
    const script = document.createElement('script')
    for (const { name, value } of late.attributes) script.setAttribute(name, value)
    script.type = 'module'
    late.replaceWith(script)
  }
  for (const touch of touches) addEventListener(touch, start, true)
  requestAnimationFrame(() => setTimeout(start))
}

const starter = `<script>(${startScripts.toString().replace(/\n\s+/g, '\n')})()</script>`
