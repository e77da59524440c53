import { t } from '#lib/texts.ts'

/**
 * The first pattern that matches a User-Agent counts. The order matters, because Edge and Opera also send the name
 * Chrome, and Chrome also sends the name Safari. Likewise, an iPhone also sends Mac OS X, and Android sends Linux.
 */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Names the browser and system of a User-Agent, such as "Firefox on Linux" or "Unknown browser". The result is only a
 * hint, because clients can send anything.
 */
export function browserOf(userAgent: string): string {
  const nameIn = (patterns: [RegExp, string][]) => patterns.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = nameIn(browsers) ?? t('Unknown browser')
  const system = nameIn(systems)
  return system ? t('{browser} on {system}', { browser, system }) : browser
}
