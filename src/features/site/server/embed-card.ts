import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Prompt } from '#features/catalogue/contract.ts'
import { licenseNames } from '#features/catalogue/license-rules.ts'
import { findingsTitle, sentenceOf } from '#features/catalogue/paper-rules.ts'
import { currentLanguage } from '#lib/language.ts'
import { directionOf } from '#lib/languages.ts'
import { t } from '#lib/texts.ts'
import type { EmbedTheme } from '../embed-rules.ts'

const style = `:root{color-scheme:light dark;--ink:#191917;--soft:#595955;--paper:#fff;--edge:#8a8a84;--link:#0b5c60}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--ink:#f2f2ee;--soft:#b5b5ae;--paper:#191917;--edge:#7d7d77;--link:#7fd3d6}}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark;--ink:#f2f2ee;--soft:#b5b5ae;--paper:#191917;--edge:#7d7d77;--link:#7fd3d6}
*{box-sizing:border-box}html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;gap:.75rem;padding:1rem;border:1px solid var(--edge);color:var(--ink);background:var(--paper);font:1rem/1.5 system-ui,sans-serif}
h1{margin:0;font-size:1.125rem;line-height:1.3;overflow-wrap:anywhere}p{margin:0}small{color:var(--soft);font-size:.875rem}
a{color:var(--link)}textarea{flex:1;min-height:4rem;width:100%;padding:.75rem;border:1px solid var(--edge);color:inherit;background:inherit;font:.875rem/1.5 ui-monospace,monospace;resize:none}
div{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem}button{min-height:2.5rem;padding:0 1.25rem;border:1px solid var(--ink);color:var(--paper);background:var(--ink);font:inherit;font-weight:600}
button[hidden]{display:none}details{flex:none;max-height:40%;overflow:auto;overflow-wrap:anywhere}`

const script = `const [button,field,status]=['button','textarea','[role=status]'].map(selector=>document.querySelector(selector))
button.hidden=false
button.onclick=async()=>{let done=true
try{await navigator.clipboard.writeText(field.value)}catch{field.select();done=document.execCommand('copy')}
status.textContent=done?button.dataset.done:button.dataset.failed}`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The Content-Security-Policy of the card, the only page of this site that other sites may show in a frame. */
export const embedPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

/** If `theme` is undefined, the card follows the visitor's color scheme. */
type CardOptions = { origin: string; siteName: string; theme: EmbedTheme | undefined }

/**
 * Returns a prompt as a card for other sites. The card needs no other file and sets no cookie, and its only script
 * copies the text. If the author reserves all rights, the card shows the description instead of the text.
 */
export function embedCard(prompt: Prompt, { origin, siteName, theme }: CardOptions): string {
  const { title, slug, content, language, licence, variables, credit, user } = prompt
  const address = `${origin}/prompt/${slug}`
  const isReserved = licence === 'all-rights-reserved'
  const text = isReserved
    ? html`<p dir="auto" lang="${language}">${prompt.description}</p>`
    : html`<textarea readonly aria-label="${t('The prompt')}" dir="auto" lang="${language}">
${content}</textarea>`
  const papers = [
    `${t('Version {version}', { version: prompt.version })}. SHA-256 ${prompt.sha256}.`,
    ...prompt.findings.map(sentenceOf),
  ].join(' ')
  const body = html`<h1 dir="auto" lang="${language}">${pageLink(address, title)}</h1>
<p><small>${credit === null ? t('by {username}', { username: user.username }) : t('credit: {names}', { names: credit })}, ${licenseNames[licence]}</small></p>
<details><summary>${findingsTitle(prompt.findings) ?? t('About this text')}</summary><small>${papers}</small></details>
${text}
<div>${isReserved ? '' : html`<button type="button" hidden data-done="${t('Copied')}" data-failed="${t('Select the text and copy it.')}">${t('Copy')}</button>`}
${pageLink(address, !isReserved && variables.length > 0 ? t('Fill it in at {siteName}', { siteName }) : t('Read it at {siteName}', { siteName }))}
<span role="status"></span></div>${isReserved ? '' : html`<script>${raw(script)}</script>`}`
  return page({ title: `${title} | ${siteName}`, theme, address, body })
}

/** Returns the card for a prompt that doesn't exist or isn't public. */
export function missingCard({ origin, siteName, theme }: CardOptions): string {
  const body = html`<h1>${t('This prompt isn’t available')}</h1><p>${pageLink(origin, t('Find others at {siteName}', { siteName }))}</p>`
  return page({ title: `${t('Not available')} | ${siteName}`, theme, address: null, body })
}

type Markup = ReturnType<typeof html>

function pageLink(address: string, text: string): Markup {
  return html`<a href="${address}" target="_blank" rel="noopener">${text}</a>`
}

function page({
  title,
  theme,
  address,
  body,
}: { title: string; address: string | null; body: Markup } & Pick<CardOptions, 'theme'>) {
  const canonical = address === null ? '' : html`<link rel="canonical" href="${address}">`
  return String(html`<!doctype html><html lang="${currentLanguage().tag}" dir="${directionOf(currentLanguage().tag)}"${theme ? html` data-theme="${theme}"` : ''}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${canonical}
<title>${title}</title><style>${raw(style)}</style></head><body>${body}</body></html>`)
}
