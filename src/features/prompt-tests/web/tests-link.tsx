import { Link } from '@tanstack/react-router'
import type { Prompt } from '#features/catalogue/contract.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

/** A link for members from a prompt's page to its tests, where they add test cases and run them. */
export function TestsLink({ prompt: { slug } }: { prompt: Pick<Prompt, 'slug'> }) {
  return (
    <Link to="/prompt/$slug/tests" params={{ slug }} className="btn">
      <Icon name="list-checks" className="icon-sm" />
      {t('Tests')}
    </Link>
  )
}
