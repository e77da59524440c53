import { createFileRoute } from '@tanstack/react-router'
import { standardSort } from '#features/catalogue/rules.ts'
import { isNarrowed, readListSearch } from '#features/catalogue/web/list-search.ts'
import { PromptListPending } from '#features/catalogue/web/pending.tsx'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'
import { PromptListRoute } from '../-slots/-prompt-list.tsx'
import { loadListWithFeatured, promptFiltersOf } from '../-slots/-prompt-list-loader.ts'
import { promptListSubjects } from '../-slots/-prompt-list-subjects.ts'

const sort = standardSort

export const Route = createFileRoute('/prompts/')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => ({ sort, ...promptFiltersOf(search) }) as const,
  loader: ({ context, deps }) => loadListWithFeatured(context, deps),
  head: ({ match }) =>
    headOf(match, {
      type: 'prompt_list',
      title: t('Prompts'),
      description: t('Every prompt in the catalogue.'),
      path: '/prompts',
      noIndex: isNarrowed(match.search),
      jsonLd: import.meta.env.SSR ? () => promptListSubjects(match.context, t('Prompts'), match.loaderDeps) : undefined,
    }),
  pendingComponent: PromptListPending,
  notFoundComponent: NotFoundPage,
  component: () => <PromptListRoute title={t('Prompts')} sort={sort} search={Route.useSearch()} />,
})
