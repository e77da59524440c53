import packageFile from '../../package.json' with { type: 'json' }

/** The release of this program, from package.json. Pages show a different, fixed version (src/lib/app-version.ts). */
export const release = packageFile.version
