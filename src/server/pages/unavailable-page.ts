import { escapeXml } from '#features/site/server/write-xml.ts'
import { currentLanguage, pathInLanguage } from '#lib/language.ts'
import { directionOf } from '#lib/languages.ts'
import { t } from '#lib/texts.ts'
import type { RenderedPage } from './page-cache.ts'
import { contentSecurityPolicy } from './page-headers.ts'

/** After how many seconds the page reloads itself. */
export const retrySeconds = 10

/** `address`: the address of the page that can't be shown. */
type Options = { address: string; siteName: string; styleSheet?: string }

/**
 * The page that is shown in place of one whose data is unavailable. It reloads itself, and needs neither the database
 * nor JavaScript. It doesn't load the application, which mustn't run in a document that reloads itself.
 */
export function unavailablePage({ address, siteName, styleSheet }: Options): RenderedPage {
  const { tag } = currentLanguage()
  const name = escapeXml(siteName)
  const title = t('Back in a moment')
  const text = t(
    'This page can’t be shown right now because the database of {siteName} isn’t responding. Nothing is lost. The page tries again every {seconds} seconds.',
    { siteName, seconds: retrySeconds },
  )
  const html = `<!doctype html><html lang="${tag}" dir="${directionOf(tag)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${retrySeconds}"><meta name="robots" content="noindex"><title>${title} | ${name}</title>
${styleSheet ? `<link rel="stylesheet" href="${escapeXml(styleSheet)}">` : ''}<link rel="icon" href="/favicon.svg" type="image/svg+xml"><script src="/early.js"></script></head>
<body><header class="border-ink border-b bg-base"><div class="wrap flex min-h-(--bar) items-center gap-2"><a class="font-bold font-display text-card tracking-[-0.02em]" href="${pathInLanguage('/')}" aria-label="${escapeXml(t('{name}, home', { name: siteName }))}">${name}</a></div></header>
<main id="main" class="flex-1"><div class="wrap pt-10"><section class="rounded-2 border border-hair bg-raised p-5"><h1 class="text-h2">${title}</h1>
<p class="mt-2 mb-4 text-ink-2">${escapeXml(text)}</p>
<div class="flex flex-wrap gap-2"><a class="btn btn-primary" href="${escapeXml(address)}">${t('Try again')}</a><a class="btn" href="${pathInLanguage('/help')}">${t('Help')}</a></div></section></div></main></body></html>`
  return {
    content: new Set(),
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy(html),
      'Retry-After': String(retrySeconds),
    },
    body: Buffer.from(html),
  }
}
