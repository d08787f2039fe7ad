package dev.ibplay.plan;

/** Where old contents of files stay on a host, whole, so that a run can be undone later: for root only. */
public final class KeptFiles {
    /** Below it one folder for each run, named as the run. */
    public static final String FOLDER = "/var/lib/ibplay/kept/";

    private KeptFiles() {}

    /**
     * The place of one old content.
     *
     * @param run the run's name
     * @param number tells files of one name apart; counts from 1 within a run and host
     * @param path of the file whose content it is
     */
    public static String path(String run, int number, String path) {
        return FOLDER + run + "/" + number + "-" + path.substring(path.lastIndexOf('/') + 1);
    }

    static boolean isKept(String path) {
        return path.startsWith(FOLDER);
    }
}
