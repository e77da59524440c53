import { afterEach, describe, expect, it } from 'vitest'
import { setSiteFacts } from '#client/site-facts.ts'
import { googleTagUrl, trustpilotUrl } from '#features/consent/services-rules.ts'
import { faq } from '#features/site/faq-rules.ts'
import type { SiteFacts } from '#features/site/site-fact-rules.ts'
import { makeCategory } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { ContactPage } from './contact-page.tsx'
import { HelpPage } from './help-page.tsx'
import { PrivacyPage } from './privacy-page.tsx'
import { SitemapPage } from './sitemap-page.tsx'
import { TermsPage } from './terms-page.tsx'

afterEach(() => setSiteFacts({ name: 'Promptarium', origin: null, contact: null }))

describe('the pages about the site', () => {
  it('use the name of the site', async () => {
    for (const page of [<TermsPage key="t" siteName="Ada’s" />, <PrivacyPage key="p" siteName="Ada’s" />]) {
      const html = await renderPage(page)
      expect(html).toContain('Ada’s')
      expect(html).not.toContain('Promptarium')
    }
  })

  it('say which other companies learn about a visit', async () => {
    const render = (facts: Partial<SiteFacts>) => {
      setSiteFacts({ name: 'Ada’s', origin: null, contact: null, ...facts })
      return renderPage(<PrivacyPage siteName="Ada’s" />)
    }
    expect(await render({})).toContain('Nobody. Fonts, scripts and images come from this site alone.')
    const html = await render({ captchaBy: 'hCaptcha', paymentsBy: 'Stripe' })
    expect(html).toContain(
      'hCaptcha, on pages with a form that checks that you aren’t a robot. Stripe, on the page where',
    )
    expect(html).not.toContain('Nobody.')
    setSiteFacts({ name: 'Ada’s', origin: null, contact: null })
    const reviews = { key: 'k', url: trustpilotUrl }
    const analytics = { id: 'G-1', url: googleTagUrl }
    expect(await renderPage(<PrivacyPage siteName="Ada’s" services={{ reviews }} />)).toContain(
      'Trustpilot, and only after you agree. Everything else comes from this site alone.',
    )
    expect(await renderPage(<PrivacyPage siteName="Ada’s" services={{ analytics }} />)).toContain(
      'Google Analytics, and only after',
    )
    expect(await renderPage(<PrivacyPage siteName="Ada’s" services={{ analytics, reviews }} />)).toContain(
      'Google Analytics and Trustpilot, and only after',
    )
  })

  it('answer every frequently asked question', async () => {
    const html = await renderPage(<HelpPage />)
    const text = html.replaceAll(/<\/?a\b[^>]*>/g, '').replaceAll('&#x27;', "'")
    for (const { question, answer } of faq) {
      expect(text).toContain(question)
      expect(text).toContain(answer)
    }
    expect(text).toContain('id="keyboard"')
    expect(html).toContain('<a href="/mcp">')
    expect(html).toContain('href="#do-i-need-an-account"')
  })

  it('have a table of contents whose links all lead to headings', async () => {
    for (const page of [<HelpPage key="h" />, <PrivacyPage key="p" siteName="Ada’s" />]) {
      const html = await renderPage(page)
      const links = [...html.matchAll(/href="#([a-z-]+)"/g)].map(([, id]) => id)
      expect(new Set(links).size).toBeGreaterThan(8)
      for (const id of links) expect(html).toContain(`<h2 id="${id}"`)
    }
  })

  it('show the operator’s address next to the contact form, if set', async () => {
    const renderContact = (contact: string | null) => renderPage(<ContactPage siteName="Ada’s" contact={contact} />)
    expect(await renderContact('mailto:hello@example.org')).toMatch(
      /href="mailto:hello@example.org"[^>]*>hello@example.org</,
    )
    expect(await renderContact('https://example.org/about')).toMatch(
      /href="https:\/\/example.org\/about"[^>]*>example.org\/about</,
    )
    expect(await renderContact(null)).not.toContain('or use this form')
  })

  it('are on the site map, with the lists and categories', async () => {
    const html = await renderPage(<SitemapPage siteName="Ada’s" categories={[makeCategory('creative')]} />)
    for (const path of ['/', '/prompts', '/contributors', '/prompts/newest', '/category/creative', '/help', '/terms'])
      expect(html).toContain(`href="${path}"`)
  })
})
