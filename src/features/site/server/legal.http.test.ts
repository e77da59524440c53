import { expect, it } from 'vitest'
import { createTestSite } from '#test/test-site.ts'

it('legal pages are served by name, unwritten ones return 404, unknown names 400, and the imprint is in the sitemap', async () => {
  const page = { title: 'Our terms', html: '<p>Be kind.</p>\n' }
  const testSite = await createTestSite({
    site: {
      legalPages: new Map([
        ['terms', page],
        ['imprint', page],
      ]),
    },
  })
  try {
    expect(await testSite.request('/api/legal/terms')).toMatchObject({ status: 200, body: page })
    expect((await testSite.request('/api/legal/privacy')).status).toBe(404)
    expect((await testSite.request('/api/legal/site.json')).status).toBe(400)
    expect((await testSite.request('/api/legal/..%2fsite.json')).status).toBe(400)
    expect(await (await testSite.app.request('/sitemap/pages.xml')).text()).toContain('/imprint</loc>')
  } finally {
    await testSite.close()
  }
})
