import { createFileRoute, notFound } from '@tanstack/react-router'
import { providers } from '#features/connections/rules.ts'
import { ReturnPage } from '#features/connections/web/return-page.tsx'
import { t } from '#lib/texts.ts'
import { codeForm } from '../-slots/-code-form.tsx'
import { secretHead } from '../-slots/-secret-head.ts'

export const Route = createFileRoute('/auth/return/$provider')({
  loader: ({ params }) => {
    const provider = providers.find((known) => known === params.provider)
    if (!provider) throw notFound()
    return { provider }
  },
  head: () => secretHead(t('Sign In')),
  component: () => <ReturnPage provider={Route.useLoaderData().provider} codeForm={codeForm} />,
})
