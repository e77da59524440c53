import packageFile from '../../../package.json' with { type: 'json' }

/**
 * The release of this program, from package.json. Pages show another version, which never changes
 * (`src/lib/app-version.ts`).
 */
export const release = packageFile.version
