/** The manifest of the extension, for each browser from one source. */

/** Also the smallest version that has text highlights and all of the interface that is used. */
const least = { chromium: '116', firefox: '142.0' };

/**
 * Of the extension's own pages. The template of a page stands in a frame without scripts, and wants the pictures and
 * style sheets that the page has.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src * 'unsafe-inline'",
  'img-src * data:',
  'font-src * data:',
  'media-src *',
  // Pages that Extract compares with, where the page that is open forbids its scripts to fetch anything.
  'connect-src http: https:',
  "frame-src 'self'",
  "form-action 'none'",
].join('; ');

/**
 * @param {'chromium' | 'firefox'} browser
 * @param {string} version
 */
export function manifestFor(browser, version) {
  const icons = Object.fromEntries([16, 32, 48, 128].map((size) => [size, `icons/${size}.png`]));
  return {
    manifest_version: 3,
    name: '__MSG_name__',
    description: '__MSG_description__',
    version,
    default_locale: 'en',
    icons,
    action: { default_icon: icons, default_title: '__MSG_viewNext__' },
    // What a click gives is enough. A site is asked for only when the user wants it to be learned.
    permissions: [
      'activeTab',
      'scripting',
      'storage',
      'contextMenus',
      ...only(browser === 'chromium', 'sidePanel'),
    ],
    optional_host_permissions: ['*://*/*'],
    content_security_policy: { extension_pages: pagePolicy },
    commands: {
      _execute_action: {
        suggested_key: { default: 'Alt+Shift+D' },
        description: '__MSG_viewNext__',
      },
      'view-content': { description: '__MSG_viewContent__' },
      'view-template': { description: '__MSG_viewTemplate__' },
      'view-page': { description: '__MSG_viewPage__' },
      why: { description: '__MSG_why__' },
      extract: { description: '__MSG_extract__' },
      'open-template': { description: '__MSG_openTemplate__' },
      'show-changes': { description: '__MSG_changesShow__' },
      'next-change': { description: '__MSG_changeNext__' },
      'previous-change': { description: '__MSG_changePrevious__' },
      'open-panel': { suggested_key: { default: 'Alt+Shift+P' }, description: '__MSG_openPanel__' },
    },
    ...(browser === 'chromium' ? chromiumParts : firefoxParts),
  };
}

const chromiumParts = {
  minimum_chrome_version: least.chromium,
  background: { service_worker: 'background.js' },
  side_panel: { default_path: 'panel.html' },
};

const firefoxParts = {
  background: { scripts: ['background.js'] },
  sidebar_action: { default_panel: 'panel.html', default_title: '__MSG_name__', open_at_install: false },
  browser_specific_settings: {
    gecko: {
      id: 'extension@dehusk.invalid',
      strict_min_version: least.firefox,
      data_collection_permissions: { required: ['none'] },
    },
  },
};

/** @param {boolean} isWanted @param {string} name */
function only(isWanted, name) {
  return isWanted ? [name] : [];
}
