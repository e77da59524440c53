import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { LegalPageName } from '#lib/legal-pages.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { legalPageQuery } from './legal-page-queries.ts'
import './legal-page.css'

/** A legal page with the operator's text (SITE_DIR). */
export function LegalPage({ name }: { name: LegalPageName }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: page } = useSuspenseQuery(legalPageQuery(api, name))
  return (
    <div className="wrap">
      <PageHead title={page.title} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from Markdown and allows no HTML in it. */}
      <div className="prose legal" dir="auto" dangerouslySetInnerHTML={{ __html: page.html }} />
    </div>
  )
}
