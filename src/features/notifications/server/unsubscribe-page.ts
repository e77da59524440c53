import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { currentLanguage } from '#lib/language.ts'
import { directionOf } from '#lib/languages.ts'
import { t } from '#lib/texts.ts'
import { type UnsubscribableEmail, unsubscribableEmails } from '../regular-email-rules.ts'

const style = `:root{color-scheme:light dark;--ink:#191917;--soft:#595955;--paper:#f3f3ef;--accent:#ffd400;--accent-ink:#191917}
@media (prefers-color-scheme:dark){:root{--ink:#f2f2ee;--soft:#b5b5ae;--paper:#111110}}
*{box-sizing:border-box}body{margin:0;padding:3rem 1.25rem;color:var(--ink);background:var(--paper);font:1rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:auto}h1{margin:0;font-size:1.75rem;line-height:1.15}p{margin:.75rem 0 1.5rem;color:var(--soft)}a{color:inherit}
button{min-height:2.75rem;padding:0 1.25rem;border:1px solid var(--accent-ink);border-radius:4px;color:var(--accent-ink);background:var(--accent);font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px}`

/** The Content-Security-Policy of the page. The page loads nothing, and its only form posts to this site. */
export const unsubscribePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** What the page says: it asks whether to stop an email, confirms that it is stopped, or doesn't know the link. */
export type UnsubscribeState = ['confirm' | 'done', UnsubscribableEmail] | ['unknown']

function textsOf([state, email]: UnsubscribeState): { title: string; text: string } {
  if (!email)
    return {
      title: t('This link doesn’t work'),
      text: t('It may be incomplete. Open it from the email again, or turn off the email in your settings.'),
    }
  const { question, stopped, afterwards } = unsubscribableEmails[email]
  if (state === 'confirm') return { title: question, text: afterwards }
  return {
    title: t('You are unsubscribed'),
    text: stopped,
  }
}

/**
 * Returns the page that the unsubscribe link of an email opens. The page asks for confirmation, because programs that
 * check links for malware open it too. It needs neither JavaScript nor a sign-in.
 */
export function unsubscribePage(state: UnsubscribeState, { siteName, origin }: { siteName: string; origin: string }) {
  const { title, text } = textsOf(state)
  const { tag } = currentLanguage()
  const form = html`<form method="post"><button type="submit">${t('Unsubscribe')}</button></form>`
  return String(html`<!doctype html><html lang="${tag}" dir="${directionOf(tag)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} | ${siteName}</title><style>${raw(style)}</style></head><body><main><h1>${title}</h1><p>${text}</p>
${state[0] === 'confirm' ? form : html`<p><a href="${origin}/settings">${t('Settings at {siteName}', { siteName })}</a></p>`}</main></body></html>`)
}
