import type { Language } from '../language.ts';

export const french: Language = {
  code: 'fr',
  direction: 'ltr',
  bytesPerCharacter: 1.04,
  space: ' ',
  months: 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
  date: '{day} {month} {year}',
  money: '{amount} €',
  sections:
    'Voyage|Jardin|Sciences|Musique|Sport|Économie|Cuisine|Santé|Culture|Technique|Plein air|Maison|Livres|Énergie|Famille|Photographie',
  subsections: `Guides|Outils|Débutants|Atelier|Régions|Archives|Entretiens|Saisons|Équipement|Agenda|Projets|Opinions|Matériaux
    |Pratique|Recherche|En route|Week-end|Classiques|Rangement|Éclairage|Eau|Hiver|Été|Réparations|Portraits|Experts`,
  phrases: {
    home: 'Accueil|Page d’accueil',
    menu: 'Menu|Navigation|Sommaire',
    search: 'Rechercher|Chercher|Trouver',
    searchIn: 'Rechercher dans|Rubrique',
    everywhere: 'Partout|Toutes les rubriques',
    login: 'Se connecter|Mon compte|Identification',
    register: 'S’inscrire|Créer un compte',
    cart: 'Panier|Votre panier',
    cookies:
      'Nous utilisons des cookies pour faire fonctionner ce site et savoir quelles pages sont lues. Vous pouvez changer d’avis à tout moment.|Ce site dépose de petits fichiers sur votre appareil. Certains sont nécessaires, d’autres nous aident à nous améliorer.',
    accept: 'Tout accepter|J’ai compris|Accepter et fermer',
    newsletter: 'Lettre d’information|Restez informés',
    newsletterText:
      'Une fois par semaine, le meilleur de nos pages dans votre boîte, sans publicité.|Soyez les premiers à connaître nos nouveautés. Désinscription en un clic.',
    subscribe: 'S’abonner|Je m’abonne',
    email: 'Adresse électronique|Votre courriel',
    share: 'Partager cette page|Faire suivre|Partager',
    print: 'Version imprimable|Imprimer',
    about: 'Qui sommes-nous ?|À propos',
    contact: 'Contact|Nous écrire',
    imprint: 'Mentions légales',
    privacy: 'Vie privée|Protection des données',
    terms: 'Conditions d’utilisation|Conditions générales',
    rights:
      'Tous droits réservés. Reproduction soumise à autorisation.|Fait avec soin. Tous droits réservés.',
    visitors: 'Visiteurs : {count}|{count} visites depuis l’ouverture',
    online: '{count} lecteurs en ligne|En ce moment : {count}',
    generated: 'Page créée en {seconds} secondes|Durée : {seconds} s',
    today: 'Nous sommes le {date}|{date}, bienvenue',
    latest: 'Derniers articles|Nouveau sur le site',
    advert: 'Publicité|Annonce|Nos partenaires',
    follow: 'Suivez-nous|Nous retrouver ailleurs',
    skip: 'Aller au contenu|Passer au texte',
    top: 'Haut de page|Remonter',
    sort: 'Trier par|Ordre',
    tagline: 'Pour les esprits curieux|Les bonnes choses, bien expliquées|À lire et à garder depuis 1998',
    buy: 'Ajouter au panier|Acheter|Commander',
    readMore: 'Lire la suite|En savoir plus|Suite',
    reply: 'Répondre|Réagir',
    quote: 'Citer|Signaler',
    writeComment: 'Laisser un commentaire|Qu’en pensez-vous ?',
    name: 'Nom|Votre nom',
    message: 'Message|Votre texte',
    send: 'Envoyer|Valider',
    help: 'Aide|Questions et réponses',
    published: 'Publié le|Mis à jour le',
    tags: 'Mots-clés :|Classé dans',
    previous: 'Précédent|Page précédente|Plus ancien',
    next: 'Suivant|Page suivante|Plus récent',
    related: 'Pages liées|Vous aimerez aussi|Sur le même sujet',
    pageOf: 'Page {page} sur {pages}|{page} / {pages}',
    author: 'Auteur :|Par|Texte :',
    price: 'Prix :|Notre prix|Tarif',
    availability: 'Disponibilité :|Livraison',
    description: 'Description|À propos de cet article|Détails',
    specification: 'Caractéristiques|Fiche technique',
    reviews: 'Avis|L’avis des clients',
    seeAlso: 'Voir aussi|Pour aller plus loin',
    summary: 'Résumé|En bref|Aperçu',
    comments: 'Commentaires|Les lecteurs écrivent|Discussion',
    itemNumber: 'Référence :|Numéro d’article',
    example: 'Exemple|Utilisation',
    parameters: 'Paramètres|Arguments|Options',
    result: 'Valeur de retour|Résultat',
    note: 'Remarque :|À noter :',
    wrote: 'a écrit :|répond :',
    address: 'Adresse :|Où nous trouver',
    phone: 'Téléphone :|Appelez-nous',
  },
  prose: {
    sentence: `{np} {vp} {when}. | {when}, {np} {vp}. | {person} {said} que {np} {vp}. | {np} {vp}, tandis que {np} {vp}.
      | À {place}, {np} {vp} {when}. | Environ {#20-980} {plural} {vpp} {where}. | {connector}, {np} {vp} {where}. | {topic} {vp}, {reason}.
      | {connector}, {topic} {vp} {when}. | Sur {#12-400} {plural} {where}, {#2-11} {vpp}. | {person}, {job} à {place}, {said} que {topic} {vp}.
      | {vingp} prend {#2-59} {unit}, {reason}. | Personne à {place} ne sait pourquoi {np} {vp}. | {np} et {np} {vpp} {when}.
      | Celui qui {vp3} doit savoir que {np} {vp}. | Tout est {adjM}, {adjM} et {adjM}. | Pourquoi {topic} à {place} ?`,
    comment: `Merci pour le passage sur {place}. | À {place} aussi, {np} {vp}. | {person} a raison, {np} {vp}. | Quelqu’un sait-il si {np} {vp} ?
      | Nous avons essayé {when}, il a fallu {#2-40} {unit}. | Mon voisin, {job}, {said} la même chose. | Je doute : {np} {vp}, {reason}.
      | Après {#2-20} mois, tout marche encore. | {connector}, {np} {vp}.`,
    heading: `Contexte | La suite | Premiers résultats | Comment ça marche | {plural} et {plural} | Les leçons de {place} | Coûts et {plural}
      | Préparation | Perspectives | {person} et les {plural} | Avant de commencer | Pourquoi {topic} | Le {nounM} en détail`,
    articleTitle: `{place} : {np} {vp} | {person} et {np} | {np} {vp} {when} | Comment les {plural} {vpp} à {place} | {#3-25} {plural} pour {place}
      | Pourquoi {np} {vp} | {topic} entre {place} et {place} | Le retour des {plural} à {place} | {vingp} à {place}`,
    productTitle: `{ware} {brand} {model} | {ware} {model}, {colour} | {ware} {brand} en {material} | {ware} {brand} {#10-99} cm, {colour}
      | Lot de {#2-12}, {ware} {brand} {colour} | {brand} {model}, {ware} en {material}`,
    documentationTitle: `{vingp} avec {module} | Le module {module} {#1-9}.{#0-20} | {module} : {plural} et {plural} | Configurer {module} : {plural}
      | {identifier} dans {module} | Passer à {module} {#2-9} : {plural} | {module} et {identifier}`,
    threadTitle: `{topic} à {place} : une idée ? | {brand} {model} : {adjM} ou {adjM} ? | {np} {vp}, au secours | {vingp} : {#2-30} {unit}, trop long ?
      | Cherche {plural} près de {place} | {ware} {brand} ou {ware} {brand} {model} ?`,
    topic: '{np}|{np}|{np}',
    person: '{first} {last}',
    tag: '{plural}|{nounM}|{nounF}|{ware}|{place}|{material}',
    advert: `{ware} {brand} : moins {#5-70} % aujourd’hui | {place} dès {#29-399} € aller-retour | Des {plural} à petit prix : {brand}
      | Comparez les {plural} et gagnez {#20-400} € par an | {brand}, à vos côtés depuis {#1890-1999} | Essayez {brand} {#7-60} jours`,
    attribute:
      'Poids|Hauteur|Largeur|Matière|Couleur|Puissance|Capacité|Garantie|Origine|Niveau sonore|Profondeur|Longueur du câble|Âge conseillé|Marque',
    attributeValue:
      '{#2-900} g|{#2-240} cm|{material}|{colour}|{#5-2400} W|{#1-90} litres|{#1-10} ans|{place}|{brand}|{#20-80} dB',
    stock:
      'En stock, chez vous en {#1-5} jours|Plus que {#2-9} pièces|Livrable sous {#2-8} semaines|Épuisé pour le moment',
    cell: '{plural}|{adjM}|{#1-4000}|{place}|{#1-99},{#0-9} %|{brand} {model}|{first}',
    identifier: '{stem}_{stem2}|{stem}{Stem2}|{module}.{stem}',
    stem: 'lire|ecrire|ouvrir|joindre|couper|charger|garder|trouver|compter|copier|trier|lier|pousser|dessiner|envoyer',
    stem2: 'fichier|ligne|bloc|file|cadre|jeton|indice|tampon|couche|chemin|mot|route|cache|noeud|champ',
    Stem2: 'Fichier|Ligne|Bloc|File|Cadre|Jeton|Indice|Tampon|Couche|Chemin|Mot|Route|Cache|Noeud|Champ',
    module:
      'corbeau|treillis|herse|amadou|quai|espadon|sextant|terrier|aplomb|portique|osier|voussoir|rivet|enclume',
    np: 'le {nounM}|la {nounF}|le {nounM} {adjM}|la {nounF} {adjF}|chaque {nounM}|notre {nounF}|ce {nounM} {adjM}|cette {nounF} {adjF}|le {nounM} de {person}|la {nounF} de {place}',
    nounM: `pont|conseil|port|verger|musée|moteur|village|vallon|marché|chœur|fleuve|théâtre|festival|comité|tribunal|voyage|procédé|rapport
      |phare|laboratoire|débat|cellier|pré|bac|contrat|monument|chantier|jardin`,
    nounF: `bibliothèque|boulangerie|école|gare|lanterne|recette|machine|imprimerie|serre|voie ferrée|enquête|tour|cuisine|forêt|clinique
      |mairie|centrale|rivière|fête|maison|grange|fanfare|fabrique`,
    plural: `ponts|jardins|lettres|élèves|agriculteurs|visiteurs|documents|experts|bénévoles|outils|questions|chiffres|arbres|moteurs|récits
      |clichés|billets|volets|chemins|leçons|semis|plans|musiciens|voisins|dessins|échantillons|vélos|ateliers`,
    adjM: `ancien|neuf|étroit|coûteux|célèbre|moderne|caché|fiable|joyeux|lourd|soigné|local|étrange|simple|clair|têtu|désert|généreux|public
      |privé|précoce|robuste|silencieux|rond|économe|rare|utile|lointain`,
    adjF: `ancienne|neuve|étroite|coûteuse|célèbre|moderne|cachée|fiable|joyeuse|lourde|soignée|locale|étrange|simple|claire|têtue|déserte
      |généreuse|publique|privée|précoce|robuste|silencieuse|ronde|rare|utile|lointaine`,
    vp: `a fermé pendant {#2-50} {unit}|perd {#2-60} membres par an|attire plus de {plural} qu’avant|demande {#2-40} {plural} de plus
      |fonctionne toujours sans {plural}|coûte plus cher que prévu|appartient à {person}|change de nom|ouvre près de {place}|surprend même {person}
      |résiste depuis {#1950-2022}|déménage à {place}|grandit chaque année|dépend des {plural}|échoue au premier essai|se visite à {place}`,
    vpp: `arrivent de {place}|attendent {#2-50} {unit}|demandent des {plural}|contredisent {person}|apprennent vite|partent en {#2-30} {unit}
      |manquent encore|restent à {place}|changent tout|plaisent à {person}`,
    vp3: 'répare des {plural}|collectionne les {plural}|voyage à {place}|travaille avec des {plural}|visite la {nounF}|compare les {plural}',
    vingp:
      'trier les {plural}|réparer un {nounM}|compter les {plural}|planter des {plural}|comparer des {plural}|bâtir une {nounF}|déplacer le {nounM}',
    said: 'dit|explique|écrit|pense|assure|rapporte|espère|rappelle|promet|répète',
    when: 'au printemps|la semaine dernière|chaque matin|après la guerre|dimanche|en {#1871-2023}|avant l’hiver|la nuit|depuis {#1950-2022}|deux fois par an|sans prévenir|il y a longtemps|à la fin|ce mois-ci',
    where:
      'près de {place}|derrière la {nounF}|entre {place} et {place}|au bord de l’eau|sur l’île|à la frontière|en ville|sous le {nounM}',
    reason:
      'car le {nounM} était {adjM}|bien que la {nounF} soit {adjF}|comme {person} le dit|puisque {place} n’a pas de {nounM}|ce que peu de {plural} ont remarqué',
    connector:
      'Cependant|Autrement dit|Pendant ce temps|Pour cette raison|En général|À l’inverse|Pour commencer|Malgré tout|En fait|Plus tard|Une fois encore',
    job: 'professeur|menuisier|infirmière|ingénieure|boulanger|historienne|marin|jardinier|imprimeur|juge|peintre|botaniste',
    unit: 'minutes|heures|jours|semaines|mois|pages',
    brand:
      'Norvège & Fils|Haldan|Tessier|Quillot|Clairpuits|Orlande|Fenmarc|Castor|Lumière Bleue|Ventdruche|Ambleval|Pelvoux|Tamaris',
    model:
      '{letter}{letter}-{#100-990}|{#2-9}{#10-99}{letter}|{letter}{#1000-9800}|Série {#2-9}|{letter}{#10-99} Plus',
    letter: 'A|B|C|D|E|F|G|H|K|L|M|N|P|R|S|T|V|W|X|Z',
    ware: 'Bouilloire|Lampe|Grille-pain|Étagère|Tente|Sac à dos|Perceuse|Appareil photo|Bureau|Fauteuil|Radio|Mixeur|Selle|Lunette|Poêle|Horloge|Couverture|Couteau|Échelle',
    material: 'chêne|acier|lin|cuivre|bambou|cuir|laine|verre|noyer|aluminium|liège|ardoise',
    colour: 'blanc|noir|rouge|vert d’eau|gris|jaune|bleu nuit|ivoire|brun|argent|orange|violet',
    place: `Aubérive|Moulinhavre|Saint-Évroult|Orméry|Dunoise|Salières|Alouette-sur-Mer|Port-Hélène|Brécy|Pierrefont|Corbenay|Hargnies|Fougerolles
      |Blancmarais|Bois-le-Roi|Rougesente|Nordval|Croix-Marlot|Quarré|Argenteuse|Loutrel|Vexin-Haut|Plélan|Écouis`,
    first: `Anne|Martin|Claire|Joseph|Édith|Samuel|Hélène|Gautier|Nora|Pierre|Alice|Georges|Myriam|Thomas|Agnès|Daniel|Oscar|Judith|Philippe|Laure
      |Simon|Irène|Victor|Esther|Hugues|Rose|Léonard|Grâce|Adam|Zoé|François|Noëlle`,
    last: `Harpin|Blanchet|Brénant|Ozanne|Ferlay|Drumont|Quélen|Frênais|Pruvost|Langlais|Mercier|Taillefer|Becquet|Sayet|Soulier|Houssaye|Garric
      |Vincelot|Norois|Pembert|Lépine|Pinson|Jardinier|Callois|Duchamp|Estienne|Grosbois|Légaré`,
  },
};
