import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { currentLanguage } from '#lib/language.ts'
import { directionOf } from '#lib/languages.ts'
import { t } from '#lib/texts.ts'
import { hostOfClient } from '../client-rules.ts'
import { type AppScope, appScopes } from '../rules.ts'
import type { OauthContext } from './oauth-context.ts'

// For the first 600 ms nothing can be pressed: another site could open the page right under a double click.
const style = `:root{color-scheme:light dark;--base:light-dark(#f3f3ef,#121211);--raised:light-dark(#fdfdfb,#1b1b19);--ink:light-dark(#191917,#eeeeea);--ink-2:light-dark(#4b4b47,#bdbdb7);--hair:light-dark(#d6d6d0,#333330);--edge:light-dark(#83837d,#77776f);--key:#ffd400;--key-ink:#191500;--warn:light-dark(#8f4a00,#f3b070);--warn-wash:light-dark(#fdefdd,#3a2a18);--bad:light-dark(#b3261e,#ff9d91)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}body{margin:0;padding:clamp(1rem,6vh,4rem) 1rem;color:var(--ink);background:var(--base);font:.9375rem/1.5 -apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:32rem;margin:auto;border-top:2px solid var(--ink);padding-top:1rem}h1{margin:0 0 .25rem;font-size:1.75rem;line-height:1.15;overflow-wrap:anywhere}h2{margin:1.25rem 0 .25rem;font-size:.9375rem}
p{margin:0}small,.soft{color:var(--ink-2);font-size:.8125rem}ul{margin:0 0 .5rem;padding-left:1.25rem}p+p{margin-top:.75rem}a{color:inherit}
dl{margin:1rem 0 0;border-top:1px solid var(--hair)}dl div{display:grid;grid-template-columns:8.5rem 1fr;gap:.75rem;padding:.5rem 0;border-bottom:1px solid var(--hair)}dt{color:var(--ink-2)}dd{margin:0;overflow-wrap:anywhere;font-weight:600}dd small{display:block;font-weight:400}
.warn{margin-top:1rem;padding:.75rem 1rem;border-left:4px solid var(--warn);border-radius:4px;background:var(--warn-wash)}[role=alert]{margin-top:1rem;color:var(--bad);font-weight:600}
label{display:grid;gap:.25rem;margin-top:1rem;font-weight:600}input{width:100%;min-height:2.75rem;padding:0 .75rem;border:1px solid var(--edge);border-radius:4px;color:inherit;background:var(--raised);font:inherit}
.keys{display:flex;flex-wrap:wrap;gap:.5rem;margin:1.25rem 0 .75rem;animation:rest .6s}@keyframes rest{from,to{pointer-events:none}}
button{min-height:2.75rem;padding:0 1.5rem;border:1px solid var(--edge);border-radius:4px;color:inherit;background:none;font:inherit;font-weight:600;cursor:pointer}button[value=allow]{border-color:var(--key-ink);color:var(--key-ink);background:var(--key)}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}@media(max-width:26rem){dl div{grid-template-columns:1fr;gap:0}button{flex:1}}`

/** Applies the theme that was chosen in the footer. Without it, the page follows the system. */
const script =
  "try{const{theme}=localStorage;if(theme==='light'||theme==='dark')document.documentElement.dataset.theme=theme}catch{}"

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The Content-Security-Policy of the pages. `form-action` is left out, because browsers apply it to the app's redirects. */
const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`

type Site = Pick<OauthContext, 'siteName' | 'origin'>

/** A page of the authorization server, with its Content-Security-Policy. Nobody may cache or index it. */
export type OauthPage = { html: string; policy: string }

function page(title: string, content: unknown, { siteName }: Site, heading: unknown = title): OauthPage {
  const { tag } = currentLanguage()
  const document = html`<!doctype html><html lang="${tag}" dir="${directionOf(tag)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} | ${siteName}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${raw(style)}</style><script>${raw(script)}</script></head>
<body><main><h1>${heading}</h1>${content}</main></body></html>`
  return { html: String(document), policy }
}

/**
 * A page that says why an app can't be connected, and what to do. `answer`: the address at a website by which the app
 * learns this.
 */
export function messagePage(title: string, text: string, site: Site, answer?: URL): OauthPage {
  return page(
    title,
    html`<p>${text}</p>${answer && html`<p><a href="${answer.href}" rel="noreferrer">${t('Go back to {host}', { host: answer.host })}</a></p>`}
<p><a href="${site.origin()}/settings">${t('Settings at {siteName}', { siteName: site.siteName })}</a></p>`,
    site,
  )
}

/**
 * What the page says. `host`: that of the app's document. `redirectUri`: where the answer goes, and `redirect` what that
 * is. `needsPassword`: the login was too long ago. `problem`: why the last answer wasn't accepted.
 */
export type ConsentView = {
  name: string
  host: string | null
  redirectUri: string
  redirect: 'web' | 'loopback' | 'app' | null
  scopes: readonly AppScope[]
  account: { id: string; username: string }
  needsPassword: boolean
  problem?: string
}

/** Where the name stands in the heading, which isolates it from the direction of the text around it. */
const placeOfName = '\0'

/** The page on which a member decides whether an app may act for them. It needs no JavaScript. */
export function consentPage(view: ConsentView, site: Site): OauthPage {
  const { name, host, scopes, account, needsPassword, problem } = view
  const [beforeLink, link, afterLink] = t(
    'This ends after 60 days without use, or a year from now. You can end it at any time in your <link>settings</link>.',
  ).split(/<\/?link>/)
  const content = html`<p class="soft">${t('The app gave itself this name. Nobody has checked it.')}</p>
<dl><div><dt>${t('Published by')}</dt><dd>${host ?? html`${t('Unknown')} <small>${t('The app registered itself, without a website.')}</small>`}</dd></div>
<div><dt>${t('Answer goes to')}</dt><dd>${destinationOf(view)}</dd></div>
<div><dt>${t('Your account')}</dt><dd>${account.username}</dd></div></dl>
${warningOf(view)}
<h2>${t('If you allow it, the app can')}</h2><ul>${scopes.map((scope) => html`<li>${appScopes[scope]}</li>`)}</ul>
<p class="soft">${t('It can’t publish or delete anything, spend credits, or change your account.')}</p>
${problem ? html`<p role="alert">${problem}</p>` : ''}
<form method="post"><input type="hidden" name="account" value="${account.id}">
${needsPassword ? html`<label>${t('Your password')}<small>${t('You signed in more than 12 hours ago.')}</small><input type="password" name="password" autocomplete="current-password"></label>` : ''}
<div class="keys"><button type="submit" name="decision" value="allow">${t('Allow')}</button><button type="submit" name="decision" value="deny">${t('Deny')}</button></div></form>
<p class="soft">${beforeLink}<a href="${site.origin()}/settings">${link}</a>${afterLink}</p>`
  const title = (name: string) => t('Connect {name} to {siteName}?', { name, siteName: site.siteName })
  const [beforeName, afterName] = title(placeOfName).split(placeOfName)
  return page(title(name), content, site, html`${beforeName}<bdi>${name}</bdi>${afterName}`)
}

/** Warns of an app whose name may be anybody's: its answer doesn't go to the host that publishes it. */
function warningOf({ redirect, redirectUri, host }: ConsentView) {
  if (redirect !== 'web')
    return html`<p class="warn">${t('A program on this computer asks, and any program can use this name. Allow it only if you have just connected an app yourself.')}</p>`
  const destination = hostOfClient(redirectUri)
  if (destination === host) return ''
  return html`<p class="warn">${t('Any website can use this name. Allow it only if you have just connected an app at {destination} yourself.', { destination: destination ?? '' })}</p>`
}

/** Where the answer goes, in words. */
function destinationOf({ redirect, redirectUri }: ConsentView) {
  if (redirect === 'web') return hostOfClient(redirectUri)
  return redirect === 'loopback'
    ? t('A program on this computer')
    : t('The app that opens {scheme} links', { scheme: redirectUri.split(':')[0] ?? '' })
}
