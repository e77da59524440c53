import { Link } from '@tanstack/react-router'
import { t, translate } from '#lib/texts.ts'
import { notFoundTitle } from './page-meta.ts'

export function NotFoundPage() {
  return (
    <div className="wrap pt-10">
      <section className="grid items-center gap-x-8 gap-y-6 rounded-2 border border-hair bg-raised p-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:px-6 sm:py-8">
        <p
          aria-hidden="true"
          className="flex items-center font-display font-semibold text-[clamp(min(4.5rem,16vw),12vw,8rem)] leading-none tracking-tighter"
        >
          4
          <span className="blank mx-[0.12em] px-[0.25em] text-[0.5em] leading-[1.3] tracking-tight shadow-[inset_0_-5px_0_var(--accent-line)]">
            {t('page')}
          </span>
          4
        </p>
        <div>
          <h1 className="text-h2">{translate(notFoundTitle)}</h1>
          <p className="mt-2 mb-4 text-ink-2">
            {t('There is nothing at this address. The page may have moved, or the link has a typo.')}
          </p>
          <div className="flex flex-wrap gap-2">
            <Link to="/" className="btn btn-primary">
              {t('Back to Home')}
            </Link>
            <Link to="/search" className="btn">
              {t('Search Prompts')}
            </Link>
            <Link to="/category/$slug" params={{ slug: 'general' }} className="btn">
              {t('General')}
            </Link>
            <Link to="/tools" className="btn">
              {t('AI Tools')}
            </Link>
          </div>
        </div>
      </section>
    </div>
  )
}
